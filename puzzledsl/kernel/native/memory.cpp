#include "memory.hpp"

#include <chrono>
#include <cstdlib>
#include <new>

#if defined(__APPLE__)
#include <malloc/malloc.h>
#elif defined(__linux__) || defined(_WIN32)
#include <malloc.h>
#endif

namespace puzzledsl {

namespace {

// Found without a call where the system's loader has room for them.
#if defined(__GLIBC__)
#define THREAD thread_local __attribute__((tls_model("initial-exec")))
#else
#define THREAD thread_local
#endif

THREAD Memory* counted = nullptr;  // of the model that this thread works on
THREAD i64 worked = 0;

// The page gives WebAssembly no clock, and asking for one would end it.
i64 now() {
#if defined(__wasm__)
    return 0;
#else
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
#endif
}

}  // namespace

Working::Working(Memory& memory) : began_(now()) { counted = &memory; }

Working::~Working() {
    counted = nullptr;
    worked += now() - began_;
}

i64 nanoseconds_worked() { return worked; }

}  // namespace puzzledsl

#if defined(__cpp_exceptions)

namespace {

// What a block really takes. Blocks are those of `malloc`, so it does no harm where a library that was loaded before
// has an `operator new` that is used instead: then nothing is counted.
puzzledsl::i64 size_of(void* block) {
#if defined(__APPLE__)
    return static_cast<puzzledsl::i64>(malloc_size(block));
#elif defined(_WIN32)
    return static_cast<puzzledsl::i64>(_msize(block));
#elif defined(__linux__)
    return static_cast<puzzledsl::i64>(malloc_usable_size(block));
#else
    return 0 * (block != nullptr);
#endif
}

}  // namespace

void* operator new(std::size_t bytes) {
    puzzledsl::Memory* memory = puzzledsl::counted;
    if (memory != nullptr && static_cast<puzzledsl::i64>(bytes) > memory->limit - memory->held)
        throw std::bad_alloc();
    void* block = std::malloc(bytes != 0 ? bytes : 1);
    if (block == nullptr)
        throw std::bad_alloc();
    if (memory != nullptr)
        memory->held += size_of(block);
    return block;
}
void* operator new[](std::size_t bytes) { return operator new(bytes); }

// Sorting asks for room by these. They are here so that no other library answers, such as the address sanitizer.
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    try {
        return operator new(bytes);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void* operator new[](std::size_t bytes, const std::nothrow_t& none) noexcept { return operator new(bytes, none); }

void operator delete(void* block) noexcept {
    if (puzzledsl::counted != nullptr && block != nullptr)
        puzzledsl::counted->held -= size_of(block);
    std::free(block);
}
void operator delete[](void* block) noexcept { operator delete(block); }
void operator delete(void* block, std::size_t) noexcept { operator delete(block); }
void operator delete[](void* block, std::size_t) noexcept { operator delete(block); }
void operator delete(void* block, const std::nothrow_t&) noexcept { operator delete(block); }
void operator delete[](void* block, const std::nothrow_t&) noexcept { operator delete(block); }

#endif
