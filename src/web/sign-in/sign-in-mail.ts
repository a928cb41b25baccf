import type { LinkKind } from '../../runtime/contracts/store/sign-in-store.ts';
import type { Mail, Mailer } from '../../runtime/contracts/mailer.ts';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../runtime/make-folder.ts';
import { toMissingPackage } from '../../runtime/errors/advice.ts';

/** Where a link of each kind leads. */
const paths: Readonly<Record<LinkKind, string>> = {
  'sign-in': '/sign-in',
  invite: '/invitation',
  'confirm-address': '/confirm-address',
  'restore-address': '/restore-address',
};

/** The address of a sign-in link: its token stands behind the `#`, which browsers send to no server and write to no `Referer`. */
export function toSignInUrl(origin: string, token: string): string {
  return toLinkUrl(origin, 'sign-in', token);
}

function toLinkUrl(origin: string, kind: LinkKind, token: string): string {
  return `${origin}${paths[kind]}#${token}`;
}

type MailContent = Omit<Mail, 'to'>;

/** The e-mails of a dashboard at an origin: what a link is for stands in its subject, and what to do without having asked for it at its end. */
export const linkMails = {
  signIn: (origin: string, token: string): MailContent => ({
    subject: 'Your sign-in link',
    text: lines(
      `Follow this link to sign in at ${hostOf(origin)}. It works once, within 15 minutes:`,
      toSignInUrl(origin, token),
      'If you did not ask for it, ignore this e-mail: without the link there is no way in.',
    ),
  }),
  invitation: (origin: string, token: string): MailContent => ({
    subject: `Your account at ${hostOf(origin)}`,
    text: lines(
      `An account was made for you at ${hostOf(origin)}. Follow this link to sign in for the first time. It works once, within 7 days:`,
      toLinkUrl(origin, 'invite', token),
      `Later on, ask for a link at ${origin} whenever you want to sign in. If you did not expect this, ignore this e-mail.`,
    ),
  }),
  confirmation: (origin: string, token: string): MailContent => ({
    subject: 'Confirm your e-mail address',
    text: lines(
      `An account at ${hostOf(origin)} is to have this e-mail address. If it is yours, follow this link in the browser where you are signed in to it. It works once, within a day, and does not sign in:`,
      toLinkUrl(origin, 'confirm-address', token),
      'If you did not ask for it, ignore this e-mail: then nothing changes.',
    ),
  }),
  changeAsked: (origin: string, to: string): MailContent => ({
    subject: 'Your e-mail address is about to change',
    text: lines(
      `Somebody who is signed in to your account at ${hostOf(origin)} asked to change its e-mail address to ${to}. The address changes when the link in the e-mail to ${to} is followed.`,
      `If it was not you, sign in at ${origin} and choose "Sign out everywhere" in the settings: that calls the change off, too.`,
    ),
  }),
  changed: (origin: string, to: string, wayBack: string): MailContent => ({
    subject: 'Your e-mail address was changed',
    text: lines(
      `The e-mail address of your account at ${hostOf(origin)} is ${to} now. This one signs in no more.`,
      'If it was not you, follow this link within 7 days. It puts this address back and signs everyone out:',
      toLinkUrl(origin, 'restore-address', wayBack),
    ),
  }),
  restored: (origin: string, to: string): MailContent => ({
    subject: 'Your e-mail address was put back',
    text: lines(
      `The account at ${hostOf(origin)} that had this e-mail address has its former one again, ${to}: the link in the notice of the change was followed. This address signs in no more.`,
      'If that is wrong, ask who runs the service.',
    ),
  }),
} as const;

function hostOf(origin: string): string {
  return new URL(origin).host;
}

/** In lines of 72 characters, addresses whole: an e-mail without longer ones is sent as it is written, not in an encoding of its own. */
function lines(...paragraphs: readonly string[]): string {
  const wrapped = paragraphs.map((text) => text.replaceAll(/(.{1,72})(?: |$)/g, '$1\n'));
  return wrapped.join('\n');
}

/** Writes each e-mail to a file of its own in a folder, for development: sends nothing. */
export function fileMailer(folder: string): Mailer {
  return {
    name: 'file',
    async send({ to, subject, text }) {
      makeFolder(folder, 0o700);
      const time = new Date().toISOString().replaceAll(':', '-');
      const file = path.join(folder, `${time}-${randomUUID().slice(0, 8)}.txt`);
      // A link signs in the person who reads it.
      await writeFile(file, `To: ${to}\nSubject: ${subject}\n\n${text}`, { mode: 0o600 });
    },
  };
}

/** How e-mails leave. */
export interface SmtpMailerOptions {
  /** `smtp://user:password@host:587` (STARTTLS where the server offers it) or `smtps://…:465`. */
  readonly url: string;
  /** Sender, e.g. `Gleaner <no-reply@scrape.example>`. */
  readonly from: string;
}

/** Time to connect, to be greeted, and between two answers of the server, in milliseconds. */
const timeoutMs = 15_000;

/**
 * Sends e-mails by SMTP, with the optional package `nodemailer`, which the first e-mail loads.
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
      const { createTransport } = await loadNodemailer();
      // Text is text: no file and no address is read because an e-mail names it.
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

async function loadNodemailer() {
  try {
    return await import('nodemailer');
  } catch (cause) {
    throw toMissingPackage('nodemailer', 'Sending sign-in links', cause);
  }
}
