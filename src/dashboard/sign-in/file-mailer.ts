import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Mailer } from '../../contracts/mailer.ts';

/** Writes each letter to a file of its own in a folder, for development: sends nothing. */
export function fileMailer(folder: string): Mailer {
  return {
    name: 'file',
    async send({ to, subject, text }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replaceAll(':', '-');
      const file = path.join(folder, `${time}-${randomUUID().slice(0, 8)}.txt`);
      // A link signs in the person who reads it.
      await writeFile(file, `To: ${to}\nSubject: ${subject}\n\n${text}`, { mode: 0o600 });
    },
  };
}
