/** Calls `onLine` with each line of JSON of a streamed response, until it is over; blank lines keep a connection open. */
export async function readLines(
  response: Response,
  onLine: (line: unknown) => void,
): Promise<void> {
  let rest = '';
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  for (;;) {
    const chunk = await reader?.read();
    if (chunk?.value === undefined) return;
    const lines = (rest + decoder.decode(chunk.value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.trim() !== '') onLine(JSON.parse(line));
    }
  }
}
