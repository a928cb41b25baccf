import { describe, test } from 'vitest';
import { extractorContract } from '../testing/extractor-contract.ts';
import { structureExtractor } from './structure-extractor.ts';

describe('the model-free extractor keeps the contract', () => {
  for (const check of extractorContract) test(check.name, () => check.run(structureExtractor()));
});
