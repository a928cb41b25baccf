const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
  required: ['name', 'price'],
};

/** Reads a lamp's name and price from its page: what this project is about, and what its tests are for. */
export async function readLamp(gleaner, url) {
  const { result } = await gleaner.extract({ url, prompt: 'The lamp’s name and price', schema });
  return result;
}
