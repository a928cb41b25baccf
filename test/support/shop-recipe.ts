/** A recipe over a listing with name and price, with changes to its extract step. */
export function shopRecipe(parameters: object = {}): Record<string, unknown> {
  return {
    title: 'A shop',
    variables: { query: 'lamp', password: '' },
    steps: [
      { type: 'navigate', url: 'https://shop.test/?q={{query}}' },
      {
        type: 'customStep',
        name: 'extract',
        parameters: {
          items: ['li'],
          fields: {
            name: { selectors: ['h2'] },
            price: { selectors: ['.price'], type: 'number' },
          },
          ...parameters,
        },
      },
      { type: 'customStep', name: 'paginate', parameters: { next: ['a.next'] } },
    ],
  };
}
