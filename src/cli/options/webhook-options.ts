import { InvalidArgumentError, Option, type Command } from 'commander';
import type { RunEvent, WebhookInput, WebhookView } from '../../service/index.ts';
import { parseHeader } from './page-options.ts';
import { type PrintedRecord, toPrinted } from '../output/print-records.ts';

/** Options of the commands that set a webhook. */
export interface WebhookOptions {
  readonly webhookUrl?: string;
  readonly webhookHeader?: Readonly<Record<string, string>>;
  readonly webhookEvent?: readonly RunEvent[];
  readonly webhookSecret?: string;
}

/** The options by the fields of `WebhookInput` that they set. */
export const webhookFieldNames: Readonly<Record<string, string>> = {
  url: '--webhook-url',
  headers: '--webhook-header',
  events: '--webhook-event',
  signingSecret: '--webhook-secret',
};

/** Adds the options to a command. */
export function addWebhookOptions(command: Command): Command {
  return command
    .option('--webhook-url <url>', 'post there when a run ends')
    .option(
      '--webhook-header <name: value>',
      'send this header with it (repeatable; never shown again)',
      parseHeader,
    )
    .option('--webhook-secret <whsec_…>', 'sign deliveries with it (never shown again)')
    .addOption(
      new Option('--webhook-event <event>', 'only of these ends (repeatable)')
        .choices(['completed', 'failed', 'cancelled'])
        .argParser(addEvent),
    );
}

/** The webhook that the options describe; `undefined` without any. Throws a `TypeError` where only the URL is missing. */
export function parseWebhookOptions(options: WebhookOptions): WebhookInput | undefined {
  const { webhookUrl: url, webhookHeader: headers, webhookEvent: events } = options;
  const { webhookSecret: signingSecret } = options;
  if (url !== undefined) return { url, headers, events, signingSecret };
  if ((headers ?? events ?? signingSecret) === undefined) return undefined;
  throw new TypeError(
    '--webhook-header, --webhook-event and --webhook-secret need a --webhook-url.',
  );
}

/** A webhook as it is printed: with the names of its headers, never their values. */
export function toPrintedWebhook(webhook: WebhookView | undefined): PrintedRecord | null {
  return webhook === undefined
    ? null
    : toPrinted({ isSigned: false, ...webhook }, ['url', 'headers', 'events', 'isSigned']);
}

function addEvent(value: string, previous: readonly RunEvent[] = []): readonly RunEvent[] {
  if (value !== 'completed' && value !== 'failed' && value !== 'cancelled') {
    throw new InvalidArgumentError('Expected completed, failed or cancelled.');
  }
  return [...previous, value];
}
