/** Bytes of a file as they come. */
export interface ByteSink {
  add(piece: Uint8Array): void;
  toBytes(): Uint8Array;
}

const blockBytes = 65_536;

/**
 * Gathers pieces in blocks: pdfkit writes four of some 30 bytes for each cell of a table, and a `Buffer` takes 300 bytes
 * beside its content.
 */
export function createByteSink(): ByteSink {
  const blocks: Uint8Array[] = [];
  let block = new Uint8Array(blockBytes);
  let used = 0;
  return {
    add(piece) {
      if (used + piece.length > blockBytes) {
        blocks.push(block.subarray(0, used));
        block = new Uint8Array(blockBytes);
        used = 0;
      }
      if (piece.length > blockBytes) {
        blocks.push(piece);
        return;
      }
      block.set(piece, used);
      used += piece.length;
    },
    toBytes() {
      return Buffer.concat([...blocks, block.subarray(0, used)]);
    },
  };
}
