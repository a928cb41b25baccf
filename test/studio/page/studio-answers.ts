import type { StudioDraft, StudioRecipeEntry } from '../../../src/studio/api/studio-draft.ts';
import type { StudioState } from '../../../src/studio/api/studio-browsing.ts';
import type { StudioTable } from '../../../src/studio/api/studio-table.ts';
import type { StudioTrial } from '../../../src/studio/api/studio-trial.ts';

const day = 86_400_000;
const savedAtMs = Date.parse('2026-11-20T10:00:00Z');

export const sampleState: StudioState = {
  id: 's1',
  tabs: [
    {
      id: 'tab-1',
      url: 'https://shop.example/products',
      title: 'All products',
      isLoading: false,
      canGoBack: true,
      canGoForward: false,
    },
    {
      id: 'tab-2',
      url: 'https://shop.example/help',
      title: 'Help',
      isLoading: false,
      canGoBack: false,
      canGoForward: false,
    },
  ],
  activeTab: 'tab-1',
  viewport: { width: 1_280, height: 800 },
  isRecording: true,
  idleEndsAtMs: savedAtMs + day,
  endsAtMs: savedAtMs + day,
};

export const sampleDraft: StudioDraft = {
  id: 'draft-1',
  revision: 7,
  document: {
    title: 'Products of the shop',
    variables: { password: { secret: true }, user: { default: 'reader' } },
    steps: [
      { type: 'setViewport', width: 1_280, height: 800 },
      { type: 'navigate', url: 'https://shop.example/login' },
      { type: 'change', selectors: [['aria/Card number'], ['#user']], value: '{{user}}' },
      { type: 'change', selectors: [['aria/PIN'], ['#pin']], value: '{{password}}' },
      { type: 'change', selectors: [['aria/Branch'], ['#branch']], value: 'Quay' },
      {
        type: 'click',
        selectors: [['aria/Sign in[role="button"]'], ['form button'], ['text/Sign in']],
        optional: true,
      },
      {
        type: 'customStep',
        name: 'repeat',
        parameters: {
          while: ['aria/Show more'],
          times: 5,
          steps: [{ type: 'click', selectors: ['aria/Show more'] }],
        },
      },
      {
        type: 'customStep',
        name: 'extract',
        parameters: {
          items: ['li.card', 'main li'],
          fields: { name: { selectors: ['h3'] }, price: { selectors: ['.price'], type: 'number' } },
        },
      },
      { type: 'customStep', name: 'paginate', parameters: { next: ['a[rel="next"]'] } },
    ],
  },
  variables: [
    { name: 'password', default: undefined, isSecret: true },
    { name: 'user', default: 'reader', isSecret: false },
  ],
  source: { id: 'Rc1', version: 3 },
  isSaved: false,
  canUndo: true,
  canRedo: false,
};

export const emptyDraft: StudioDraft = {
  id: 'draft-0',
  revision: 0,
  document: undefined,
  variables: [],
  source: undefined,
  isSaved: false,
  canUndo: false,
  canRedo: false,
};

export const sampleEntries: readonly StudioRecipeEntry[] = [
  { id: 'Rc1', title: 'Products of the shop', version: 3, savedAtMs },
  { id: 'Rc2', title: 'Opening hours', version: 1, savedAtMs: savedAtMs - 3 * day },
];

const field = { attribute: undefined, isList: false, isAdded: false, samples: [] } as const;

export const sampleTable: StudioTable = {
  tab: 'tab-1',
  url: 'https://shop.example/products',
  draft: {
    kinds: [
      { label: 'li.card', marks: [1, 2, 3], isIncluded: true },
      { label: 'li.card.promo', marks: [4], isIncluded: false },
    ],
    selectors: [
      { selector: 'li.card', count: 3 },
      { selector: 'main li', count: 3 },
    ],
    fields: [
      { ...field, name: 'name', type: 'string', selectors: ['h3', 'a > h3'], isOptional: false },
      { ...field, name: 'price', type: 'number', selectors: ['.price'], isOptional: false },
      { ...field, name: 'rating', type: 'number', selectors: ['.rating'], isOptional: true },
    ],
    dropped: [],
    others: [5],
  },
  rows: [
    { name: 'Brass lamp', price: 89.5, rating: 4.5 },
    { name: 'Wool throw', price: 76, rating: 4 },
    { name: 'Rain gauge', price: 29 },
  ],
  rowCount: 3,
  columns: [
    { name: 'name', filled: 3, missing: [], unreadable: 0 },
    { name: 'price', filled: 3, missing: [], unreadable: 0 },
    { name: 'rating', filled: 2, missing: [2], unreadable: 0 },
  ],
  counts: {
    items: [
      { count: 3, hidden: 0 },
      { count: 4, hidden: 1 },
    ],
    fields: [
      [
        { inItem: 1, onPage: 4 },
        { inItem: 1, onPage: 4 },
      ],
      [{ inItem: 1, onPage: 3 }],
      [{ inItem: 1, onPage: 2 }],
    ],
  },
  boxes: [
    { x: 40, y: 120, width: 280, height: 300, scrollX: 0, scrollY: 0, kind: 0 },
    { x: 340, y: 120, width: 280, height: 300, scrollX: 0, scrollY: 0, kind: 0 },
    { x: 640, y: 120, width: 280, height: 300, scrollX: 0, scrollY: 0, kind: 0 },
    { x: 940, y: 120, width: 280, height: 300, scrollX: 0, scrollY: 0, kind: 1 },
  ],
  pagination: {
    state: 'found',
    parameters: { next: ['a[rel="next"]'] },
    reason: 'The link "Next page" leads on.',
    rows: [{ name: 'Slate table', price: 640, rating: 5 }],
    rowCount: 1,
  },
  isPaginated: true,
};

/** The picture of a page, as a JPEG in Base64: one grey pixel. */
export const samplePicture =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z';

const seen = {
  description: 'text "£89.50"',
  text: '£89.50',
  selectors: ['.price-now'],
  picture: samplePicture,
} as const;

/** A trial whose last step failed, with something to repair. */
export const sampleTrial: StudioTrial = {
  state: 'ended',
  events: [
    { event: 'step_begun', path: '/steps/1', type: 'navigate', isWaiting: false },
    { event: 'step_ended', path: '/steps/1', type: 'navigate', outcome: 'done', durationMs: 420 },
    { event: 'step_begun', path: '/steps/7', type: 'extract', isWaiting: false },
    {
      event: 'step_seen',
      path: '/steps/7',
      type: 'extract',
      url: 'https://shop.example/products',
      picture: samplePicture,
      targets: [
        {
          path: '/steps/7/parameters/items',
          purpose: 'items',
          isOptional: false,
          selectors: [
            { selector: 'li.card', count: 3 },
            { selector: 'main li', count: 4 },
          ],
        },
        {
          path: '/steps/7/parameters/fields/price/selectors',
          purpose: 'field',
          isOptional: false,
          selectors: [{ selector: '.price', count: 0 }],
        },
      ],
      nearest: [],
    },
    {
      event: 'rows',
      page: 1,
      url: 'https://shop.example/products',
      items: [{ name: 'Brass lamp' }, { name: 'Wool throw' }],
    },
    { event: 'step_ended', path: '/steps/7', type: 'extract', outcome: 'done', durationMs: 910 },
    { event: 'step_begun', path: '/steps/8', type: 'paginate', isWaiting: false },
    {
      event: 'step_seen',
      path: '/steps/8',
      type: 'paginate',
      url: 'https://shop.example/products',
      picture: samplePicture,
      targets: [
        {
          path: '/steps/8/parameters/next',
          purpose: 'action',
          isOptional: false,
          selectors: [{ selector: 'a[rel="next"]', count: 0 }],
        },
      ],
      nearest: [
        {
          path: '/steps/8/parameters/next',
          description: 'link "Older products", 71 % alike',
          likeness: 0.71,
          selectors: ['a.older'],
        },
      ],
    },
    {
      event: 'step_ended',
      path: '/steps/8',
      type: 'paginate',
      outcome: 'failed',
      durationMs: 5_030,
    },
  ],
  result: {
    status: 'failed',
    steps: [],
    pages: [{ page: 1, url: 'https://shop.example/products', items: [{ name: 'Brass lamp' }] }],
    itemsExtracted: 2,
    drift: {
      drift: 0.24,
      mode: 'healed',
      explanations: ['`price` was recognised by its likeness.'],
      parts: [
        {
          path: '/steps/7/parameters/fields/price/selectors',
          purpose: 'field',
          uses: 2,
          missing: 0,
          lost: [0],
          servedBy: 'likeness',
          healed: '.price-now',
          likeness: 0.82,
          changed: ['classes', 'text'],
          misshapen: 0,
          count: undefined,
        },
      ],
    },
    end: undefined,
    warnings: ['Step 8 (extract): 1 of 3 items lacks `price`.'],
    failure: {
      message: 'Step 9 (paginate): no element matches a[rel="next"].',
      reason: 'target_not_found',
      step: '/steps/8',
    },
    durationMs: 6_400,
  },
  repairs: [
    {
      path: '/steps/7/parameters/fields/price/selectors',
      place: 'Step 8, field "price"',
      servedBy: 'likeness',
      recorded: { ...seen, description: 'text "£90.00"', text: '£90.00', selectors: ['.price'] },
      taken: seen,
      nearest: [],
      likeness: 0.82,
      changed: ['classes', 'text'],
      decision: undefined,
    },
    {
      path: '/steps/8/parameters/next',
      place: 'Step 9, next page',
      servedBy: 'nothing',
      recorded: { ...seen, description: 'link "Next page"', text: 'Next page', picture: undefined },
      taken: undefined,
      nearest: [
        {
          path: '/steps/8/parameters/next',
          description: 'link "Older products"',
          likeness: 0.71,
          selectors: ['a.older'],
        },
      ],
      likeness: 0,
      changed: [],
      decision: undefined,
    },
  ],
};
