/** Where a command listens. */
export interface Address {
  readonly port: number;
  readonly hostname: string;
}

/** Throws why the command cannot listen there, and which option to change; anything unknown as it is. */
export function throwListenError(
  cause: unknown,
  option: string,
  { port, hostname }: Address,
): never {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const advice = listenAdvice(code, option);
  if (advice === undefined) throw cause;
  const message = `Cannot listen on ${hostname}, port ${port}: ${advice}`;
  // The same line may work once the other process has ended: no wrong usage.
  if (code === 'EADDRINUSE') throw new Error(message, { cause });
  throw new TypeError(message, { cause });
}

function listenAdvice(code: unknown, option: string): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `another process listens there. End it, or give another port with ${option} (0 picks one that is free).`;
    case 'EACCES':
      return `this user may not use the port. Give one above 1023 with ${option}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'this machine has no such address. Give one of its own with --host, e.g. 127.0.0.1, or 0.0.0.0 for all of them.';
    default:
      return undefined;
  }
}
