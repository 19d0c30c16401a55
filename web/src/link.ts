// A model in an address: its text, deflated, after the `#`, which a browser sends to no server.

const MARK = "#puz=";
/** Characters of a model; the bounds of `--safe` end far below. */
const LONGEST = 400_000;

/** The address of this page with a model. */
export async function addressOf(text: string): Promise<string> {
  const packed = await new Response(through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"))).arrayBuffer();
  const signs = Array.from(new Uint8Array(packed), (byte) => String.fromCharCode(byte)).join("");
  return location.href.split("#")[0] + MARK + btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The model of an address, if it has one. */
export async function textOf(hash: string): Promise<string | null> {
  if (!hash.startsWith(MARK)) return null;
  const signs = atob(hash.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/"));
  const reader = through(Uint8Array.from(signs, (sign) => sign.charCodeAt(0)), new DecompressionStream("deflate-raw"))
    .pipeThrough(new TextDecoderStream("utf-8", { fatal: true }))
    .getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
    text += value;
    if (text.length > LONGEST) {
      void reader.cancel();
      throw new RangeError("too long");
    }
  }
}

function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new Blob([bytes]).stream().pipeThrough(stream);
}
