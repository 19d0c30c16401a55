// The kernel as WebAssembly, for Python in the same worker: `puzzledsl/kernel/in_browser.py` calls it.

type Argument = number | bigint | PythonList;

/** An `array` of Python, whose items are read and written in place. */
interface PythonList {
  getBuffer(type: "u8"): { data: Uint8Array; release(): void };
}

type Exported = (...given: (number | bigint)[]) => number | bigint | undefined;

/** Call a function: its name, the types of its arguments, and these. A list takes two of them: where it is, how many items. */
export type Call = (name: string, types: string, ...given: Argument[]) => number | bigint | undefined;

const ITEM = 8;

export async function kernelOf(module: WebAssembly.Module): Promise<Call> {
  // It opens no files and asks for no clock. What the C++ library would need for that is there, and fails.
  const system = new Proxy({}, { get: () => () => 52 });
  const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: system });
  const memory = exports["memory"] as WebAssembly.Memory;
  const function_ = (name: string): Exported => exports[name] as Exported;
  (exports["_initialize"] as (() => void) | undefined)?.();
  return (name, types, ...given) => {
    const lists: { at: number; buffer: ReturnType<PythonList["getBuffer"]> }[] = [];
    const plain: (number | bigint)[] = [];
    (types ? types.split(" ") : []).forEach((type, i) => {
      const one = given[i];
      if (type === "list") {
        const buffer = (one as PythonList).getBuffer("u8");
        const at = Number(function_("kernel_allocate")(BigInt(Math.max(buffer.data.length, ITEM))));
        new Uint8Array(memory.buffer, at, buffer.data.length).set(buffer.data);
        lists.push({ at, buffer });
        plain.push(at, BigInt(buffer.data.length / ITEM));
      } else {
        plain.push(type === "long" || type === "word" ? BigInt(one as number | bigint) : Number(one));
      }
    });
    const found = function_(name)(...plain);
    for (const { at, buffer } of lists) {
      buffer.data.set(new Uint8Array(memory.buffer, at, buffer.data.length)); // the memory may have grown meanwhile
      buffer.release();
      function_("kernel_release")(at);
    }
    return found;
  };
}
