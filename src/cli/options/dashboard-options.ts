import {
  fileMailer,
  smtpMailer,
  type DashboardOptions,
  type Mailer,
} from '../../web/dashboard/index.ts';
import type { CommandIo } from '../output/command-io.ts';

/** Options of commands that know where the dashboard is. */
export interface OriginOptions {
  readonly origin?: string;
}

/** `--origin`, else GLEANER_ORIGIN; `undefined` without either. Throws a `TypeError` for what is no address without a path. */
export function parseOriginOption(
  { origin }: OriginOptions,
  { environment }: CommandIo,
): string | undefined {
  const name = origin === undefined ? 'GLEANER_ORIGIN' : '--origin';
  const given = origin ?? environment['GLEANER_ORIGIN'];
  if (given === undefined || given === '') return undefined;
  const parsed = URL.canParse(given) ? new URL(given) : undefined;
  if (
    parsed === undefined ||
    !/^https?:$/.test(parsed.protocol) ||
    parsed.href !== `${parsed.origin}/`
  ) {
    throw new TypeError(
      `${name}: expected an address without a path, such as https://scrape.example, got "${given}".`,
    );
  }
  return parsed.origin;
}

/** Options of commands that serve the dashboard. */
interface DashboardServeOptions extends OriginOptions {
  readonly clientHeader?: string;
}

/** What `gleaner serve` tells the dashboard, from its options and the environment. */
export function parseDashboardOptions(
  options: DashboardServeOptions,
  io: CommandIo,
): Pick<DashboardOptions, 'origin' | 'mailer' | 'clientAddress'> {
  const origin = parseOriginOption(options, io);
  const mailer = createMailer(io);
  if (mailer !== undefined && origin === undefined) {
    throw new TypeError(
      'Sign-in links need an address to lead to: give --origin (or GLEANER_ORIGIN) beside GLEANER_MAIL_URL or GLEANER_MAIL_FOLDER.',
    );
  }
  const header = options.clientHeader ?? io.environment['GLEANER_CLIENT_HEADER'] ?? '';
  if (!/^[\w-]*$/.test(header)) {
    const name = options.clientHeader === undefined ? 'GLEANER_CLIENT_HEADER' : '--client-header';
    throw new TypeError(`${name}: expected the name of a header, such as x-forwarded-for.`);
  }
  return { origin, mailer, clientAddress: header === '' ? undefined : { header } };
}

function createMailer({ environment }: CommandIo): Mailer | undefined {
  const url = environment['GLEANER_MAIL_URL'] ?? '';
  const folder = environment['GLEANER_MAIL_FOLDER'] ?? '';
  if (url === '') return folder === '' ? undefined : fileMailer(folder);
  const from = environment['GLEANER_MAIL_FROM'] ?? '';
  if (from === '')
    throw new TypeError('GLEANER_MAIL_FROM: give the address that e-mails come from.');
  return smtpMailer({ url, from });
}
