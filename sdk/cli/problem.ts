/** Something that keeps a command from going on, told without a stack: what is wrong, and what to type or change. */
export class Problem extends Error {
  readonly fix: string | undefined;
  constructor(message: string, fix?: string) {
    super(message);
    this.name = 'Problem';
    this.fix = fix;
  }
}

/** One thing that is wrong with a plugin. */
export interface Finding {
  /** For machines, and for looking up: `BUNDLE_IMPORT`, `LOCALE_MISSING`. */
  code: string;
  /** A file or part of the plugin: `locales/en.json`, `manifest.ts`. */
  where: string;
  message: string;
  /** What to change or type. */
  fix: string;
}

/** A plugin that cannot be built, checked or installed: every finding at once. */
export class Findings extends Error {
  readonly findings: readonly Finding[];
  constructor(what: string, findings: readonly Finding[]) {
    super(what);
    this.name = 'Findings';
    this.findings = findings;
  }
}

export const findingText = ({ code, where, message, fix }: Finding): string =>
  `  ✗ ${code}  ${where}\n    ${message}\n    → ${fix}`;

/** Whatever was thrown, as a person reads it; undefined for a defect of our own, which shows its stack. */
export function toldText(error: unknown): string | undefined {
  if (error instanceof Findings)
    return [error.message, '', ...error.findings.map((finding) => `${findingText(finding)}\n`)].join('\n').trimEnd();
  if (error instanceof Problem) return error.fix ? `${error.message}\n→ ${error.fix}` : error.message;
  return undefined;
}
