// The kernel as WebAssembly, for Python in the same worker: `puzzledsl/kernel/in_browser.py` calls it.

type Plain = number | bigint;

/** A function of the kernel. It takes a list as two numbers: where it is in the memory of Python, how many items it has. */
export type Function_ = (...given: Plain[]) => Plain | undefined;

/** Make a function: its name, and the types of its result and its arguments. */
export type Bind = (name: string, result: string, types: string) => Function_;

const ITEM = 8;

/**
 * Start the kernel.
 *
 * @param python the memory of Python, which may be another one after each call.
 * @param onFailure is told what has ended a function midway, after which none may be called.
 */
export async function kernelOf(module: WebAssembly.Module, python: () => Uint8Array, onFailure: (failure: unknown) => void): Promise<Bind> {
  // It opens no files and asks for no clock. What the C++ library would need for that is there, and fails.
  const system = new Proxy({}, { get: () => () => 52 });
  const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: system });
  const functions = exports as Record<string, Function_>;
  const memory = exports["memory"] as WebAssembly.Memory;
  const { _initialize, kernel_allocate, kernel_release } = functions as Record<"_initialize" | "kernel_allocate" | "kernel_release", Function_>;
  _initialize();

  /** Copy a list between the two memories, which may have grown since the last time. */
  const own = (at: number, bytes: number): Uint8Array => new Uint8Array(memory.buffer, at, bytes);
  const theirs = (at: number, bytes: number): Uint8Array => python().subarray(at, at + bytes);

  return (name, result, types) => {
    const function_ = functions[name]!;
    const expected = types ? types.split(" ") : [];
    return (...given) => {
      try {
        const lists: [from: number, at: number, bytes: number][] = [];
        const plain: Plain[] = [];
        let i = 0;
        for (const type of expected) {
          const one = given[i++]!;
          if (type === "list") {
            const bytes = Number(given[i++]) * ITEM;
            const at = Number(kernel_allocate(BigInt(Math.max(bytes, ITEM)))) >>> 0;
            if (at === 0) throw new RangeError("no memory is left for the solver");
            own(at, bytes).set(theirs(Number(one), bytes));
            lists.push([Number(one), at, bytes]);
            plain.push(at, BigInt(bytes / ITEM));
          } else plain.push(type === "long" || type === "word" ? BigInt(one) : Number(one));
        }
        const found = function_(...plain);
        for (const [from, at, bytes] of lists) {
          theirs(from, bytes).set(own(at, bytes));
          kernel_release(at);
        }
        return typeof found !== "bigint" ? found : result === "word" ? BigInt.asUintN(64, found) : found;
      } catch (failure) {
        onFailure(failure);
        throw failure;
      }
    };
  };
}
