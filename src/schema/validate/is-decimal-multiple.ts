/**
 * Whether a number is a whole multiple of a positive divisor, in decimal arithmetic on both as they are written: 19.99
 * is a multiple of 0.01, although the quotient of the two floating-point numbers is no whole number.
 */
export function isDecimalMultiple(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  const [dividend, unit] = [toDecimal(value), toDecimal(divisor)];
  const exponent = Math.min(dividend.exponent, unit.exponent);
  const scale = ({ digits, exponent: own }: Decimal): bigint =>
    digits * 10n ** BigInt(own - exponent);
  return scale(dividend) % scale(unit) === 0n;
}

/** `digits` times ten to the power of `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** The shortest decimal number that is read as this one; of a finite number at most 17 digits. */
function toDecimal(value: number): Decimal {
  const [significand = '', power = '0'] = value.toExponential().split('e');
  const [whole = '', fraction = ''] = significand.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}
