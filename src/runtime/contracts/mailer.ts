/** An e-mail, in plain text. */
export interface Mail {
  /** One e-mail address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends the e-mails of the dashboard. */
export interface Mailer {
  /** Short and stable, e.g. `smtp`. */
  readonly name: string;
  /** Resolves once the e-mail is handed over; rejects where it cannot be. */
  send(mail: Mail): Promise<void>;
}
