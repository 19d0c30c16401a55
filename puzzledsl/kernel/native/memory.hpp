// How much memory a model may take, and how long the kernel has worked.
//
// While a function of the interface works on a model, `operator new` counts for it (`memory.cpp`). Where there is no
// more, it throws `std::bad_alloc`, which only the interface catches: the model is given up then, so what is half done
// does no harm. For WebAssembly there are no exceptions: the worker of the page ends there, and another takes over.
#pragma once

#include "bits.hpp"

namespace puzzledsl {

struct Memory {
    i64 limit;  // in bytes
    i64 held = 0;
    bool exhausted = false;
};

// While it lives, this thread works on a model with this memory.
class Working {
public:
    explicit Working(Memory& memory);
    ~Working();
    Working(const Working&) = delete;
    Working& operator=(const Working&) = delete;

private:
    i64 began_;
};

// How long this thread has worked, in nanoseconds.
[[nodiscard]] i64 nanoseconds_worked();

}  // namespace puzzledsl
