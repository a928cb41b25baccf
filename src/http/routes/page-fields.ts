import type { WireFields } from '../wire-fields.ts';

/** Fields of every request that reads a page. */
export const pageFields: WireFields = {
  url: 'website_url',
  parseMode: 'parse_mode',
  includeTags: 'include_tags',
  excludeTags: 'exclude_tags',
  reduceContent: 'reduce_content',
  headers: 'headers',
  maxAge: 'max_age',
  stealth: 'stealth',
};

const tags = { type: 'array', items: { type: 'string' } } as const;

/** Their schemas. */
export const pageProperties: Readonly<Record<string, object>> = {
  website_url: { type: 'string', format: 'uri', description: 'Page to read: http or https.' },
  parse_mode: {
    enum: ['accurate', 'speed'],
    default: 'accurate',
    description: '`accurate` is more forgiving on malformed pages, `speed` is faster.',
  },
  include_tags: { ...tags, description: 'HTML tags that are kept, with everything in them.' },
  exclude_tags: { ...tags, description: 'HTML tags that are dropped, with everything in them.' },
  reduce_content: {
    type: 'boolean',
    description:
      '`true` keeps the relevant part only, `false` drops nothing. Omitted: reduces what is too long.',
  },
  headers: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description:
      'Request headers, sent to the page’s own origin only. Any header disables the URL cache.',
  },
  max_age: {
    type: 'integer',
    minimum: 0,
    description:
      'Seconds. Omitted: no cache. 0: written, not read. More: pages younger than that are read.',
  },
  stealth: {
    type: 'boolean',
    default: false,
    description: 'Look like an ordinary visitor. Costs extra.',
  },
};
