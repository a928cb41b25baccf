import { describe, expect, test } from 'vitest';
import { amounts, extractFields, row } from '../../../test/support/extract-fields.ts';

describe('a field for an end of a range', () => {
  test.each([
    ['Salary', '£28,000 - £32,000 per year', ['salaryMin', 'salaryMax'], [28000, 32000]],
    ['Salary', '£28,000 to £32,000', ['minimumSalary', 'maximumSalary'], [28000, 32000]],
    ['Salary', '£28,000 - £32,000 a year', ['salaryFrom', 'salaryTo'], [28000, 32000]],
    ['Players', '2-4', ['minPlayers', 'maxPlayers'], [2, 4]],
    ['Group size', '2 to 12 people', ['minGroupSize', 'maxGroupSize'], [2, 12]],
    ['Hours', '20–30', ['min_hours', 'max_hours'], [20, 30]],
    ['Weight', '3-5 kg', ['min_weight_kg', 'max_weight_kg'], [3, 5]],
  ])('has it of %s %s', (label, said, names, [least, most]) => {
    const [low = '', high = ''] = names;
    const { value } = extractFields(row(label, said), amounts(low, high));
    expect(value).toEqual({ [low]: least, [high]: most });
  });

  test.each([
    ['Salary', 'up to £32,000', 'Salary', { maxSalary: 32000 }],
    ['Salary', 'from £32,000', 'Salary', { minSalary: 32000 }],
    ['Players', 'up to 6', 'Players', { maxPlayers: 6 }],
    ['Players', '2+', 'Players', { minPlayers: 2 }],
  ])('is empty where the page states the other one alone: %s %s', (label, said, of, value) => {
    const page = row(label, said);
    expect(extractFields(page, amounts(`min${of}`, `max${of}`)).value).toEqual(value);
  });

  test('is empty where the page states one number, which may be either', () => {
    expect(extractFields(row('Players', '4'), amounts('minPlayers')).value).toEqual({});
  });
});
