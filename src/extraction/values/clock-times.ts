const time = String.raw`\d{1,2}[:.h]\d\d(?:\s?[AaPp]\.?[Mm]\.?)?|\d{1,2}\s?[AaPp]\.?[Mm]\.?`;
const zone = String.raw`(?:\s(?:[Uu]hr|hrs?|[A-Z]{2,4}))?`;
const oneTime = new RegExp(`^(?:${time})$`);
const anyTime = new RegExp(
  String.raw`^(?:(?:[Ff]rom|[Vv]on)\s)?(?:(?:\d{1,2}|${time})\s?(?:[-–—]|to|until|till|bis)\s?)?(?:\d{1,2}(?=\s[Uu]hr)|${time})${zone}$`,
);

/** Whether a text is a time of a day: "19:00", "7 pm". */
export function isClockTime(text: string): boolean {
  return oneTime.test(text);
}

/** Whether a text says at what time something is, or from when to when: "7:00 PM – 9:30 PM", "19:00 Uhr". */
export function saysWhen(text: string): boolean {
  return anyTime.test(text);
}
