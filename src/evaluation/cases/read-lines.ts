import type { Readable } from 'node:stream';

/** A line of a file, without what ends it. */
interface ReadLine {
  readonly bytes: Buffer;
  /** Whether its end was written: only the last line of a file may lack it. */
  readonly isWhole: boolean;
}

const lineEnd = 0x0a;

/**
 * The lines of a stream of bytes, ended by line feeds alone: JSON may hold other separators of lines, at which `readline` splits. Throws
 * a `TypeError` for a line of more than `maxBytes`; `what` names the file.
 */
export async function* readLines(
  stream: Readable,
  { maxBytes, what }: { readonly maxBytes: number; readonly what: string },
): AsyncGenerator<ReadLine> {
  let rest: Buffer = Buffer.alloc(0);
  let number = 1;
  for await (const chunk of stream) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    let from = 0;
    for (let at = rest.indexOf(lineEnd); at >= 0; at = rest.indexOf(lineEnd, from)) {
      yield { bytes: rest.subarray(from, at), isWhole: true };
      number += 1;
      from = at + 1;
    }
    rest = rest.subarray(from);
    if (rest.length > maxBytes) {
      throw new TypeError(
        `Line ${number} of the ${what} has more than ${maxBytes / 1_048_576} MB.`,
      );
    }
  }
  if (rest.length > 0) yield { bytes: rest, isWhole: false };
}
