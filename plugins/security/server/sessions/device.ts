interface Device {
  browser: string;
  system: string;
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];
const first = (agent: string, known: readonly (readonly [RegExp, string])[]): string =>
  known.find(([pattern]) => pattern.test(agent))?.[1] ?? '';

/** Returns the recognisable parts of a user agent; '' for unknown ones. */
export const deviceOf = (userAgent: string): Device => ({
  browser: first(userAgent, browsers),
  system: first(userAgent, systems),
});
