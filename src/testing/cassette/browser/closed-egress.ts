import { createEgress, type Egress } from '../../../egress/create-egress.ts';
import { GleanerError } from '../../../errors/gleaner-error.ts';

/** An egress that lets every address pass that a recording may hold, private ones too, and connects to none. */
export function closedEgress(): Egress {
  const open = createEgress({ allowPrivate: ['0.0.0.0/0', '::/0'] });
  return { parseUrl: (url) => open.parseUrl(url), resolve: refuse, connect: refuse };
}

async function refuse(): Promise<never> {
  throw new GleanerError(
    'validation_failed',
    'A replay connects to nothing, and this address is not in the cassette.',
    { details: { reason: 'fetch_failed' } },
  );
}
