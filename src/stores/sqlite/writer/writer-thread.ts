import {
  parentPort,
  receiveMessageOnPort,
  workerData,
  type MessagePort,
} from 'node:worker_threads';
import { openWriter, type OpenWriter } from './open-writer.ts';
import {
  toErrorMessage,
  type FromWriter,
  type Job,
  type ToWriter,
  type WriterSettings,
} from './thread-messages.ts';

/** A transaction of so many jobs takes some 10 ms, which is as long as one job should wait for others. */
const maxGroup = 500;

if (parentPort !== null) serve(parentPort, workerData as WriterSettings);

/** The thread that alone writes for its store object, so that waiting for the disk never stops the event loop. */
function serve(port: MessagePort, settings: WriterSettings): void {
  const send = (message: FromWriter): void => port.postMessage(message);
  let writer: OpenWriter;
  try {
    writer = openWriter(settings);
  } catch (error) {
    send({ kind: 'failed', error: toErrorMessage(error) });
    port.close();
    return;
  }
  const queue: Job[] = [];
  let isClosing = false;
  let isWorking = false;

  const take = (message: ToWriter): void => {
    if (message === 'close') isClosing = true;
    else queue.push(...message);
  };
  async function work(): Promise<void> {
    isWorking = true;
    while (queue.length > 0) {
      send({ kind: 'done', outcomes: await writer.commit(queue.splice(0, maxGroup)) });
      // What came while the disk was busy makes the next group.
      for (;;) {
        const next = receiveMessageOnPort(port);
        if (next === undefined) break;
        take(next.message as ToWriter);
      }
    }
    isWorking = false;
    if (!isClosing) return;
    writer.close();
    port.close();
  }
  port.on('message', (message: ToWriter) => {
    take(message);
    if (!isWorking) void work();
  });
  send({ kind: 'open' });
}
