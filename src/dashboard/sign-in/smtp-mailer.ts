import type { Mailer } from '../../contracts/mailer.ts';
import { loadOptional } from '../../errors/load-optional.ts';

/** How letters leave. */
export interface SmtpMailerOptions {
  /** `smtp://user:password@host:587` (STARTTLS where the server offers it) or `smtps://…:465`. */
  readonly url: string;
  /** Sender, e.g. `Gleaner <no-reply@scrape.example>`. */
  readonly from: string;
}

/** Time to connect, to be greeted, and between two answers of the server, in milliseconds. */
const timeoutMs = 15_000;

/**
 * Sends letters by SMTP, with the optional package `nodemailer`, which the first letter loads.
 *
 * @throws TypeError for a URL that is no SMTP server's.
 */
export function smtpMailer({ url, from }: SmtpMailerOptions): Mailer {
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol)) {
    // The URL holds a password.
    throw new TypeError('Expected `url` to be an smtp:// or smtps:// address.');
  }
  const timeouts = {
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  };
  return {
    name: 'smtp',
    async send({ to, subject, text }) {
      const { createTransport } = await loadOptional(
        'nodemailer',
        'Sending sign-in links',
        () => import('nodemailer'),
      );
      // Text is text: no file and no address is read because a letter names it.
      const options = { url, ...timeouts, disableFileAccess: true, disableUrlAccess: true };
      const transport = createTransport(options);
      try {
        // As an object: an address that holds a comma is one recipient all the same.
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
      } finally {
        transport.close();
      }
    },
  };
}
