/** What a model is asked for in tests of answers: one vase, or the vases of a page. */
export const vase = { name: 'Blue vase', cost: 40 };
export const vaseJson = JSON.stringify(vase);
export const vaseSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, cost: { type: 'number' } },
  required: ['name', 'cost'],
};
export const loose = { ...vaseSchema, required: [] };
export const vases = {
  type: 'object',
  properties: { vases: { type: 'array', items: vaseSchema } },
  required: ['vases'],
};
/** What a model thought of before its answer. */
export const draftJson = '{"name": "A vase of the sale of last summer, long gone", "cost": 15}';
