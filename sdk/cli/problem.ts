/** An error that is shown without a stack: the problem, and what to type or change. */
export class Problem extends Error {
  readonly fix: string | undefined;
  constructor(message: string, fix?: string) {
    super(message);
    this.name = 'Problem';
    this.fix = fix;
  }
}

/** One fault of a plugin. */
export interface Finding {
  /** For machines, and for the documentation: `BUNDLE_IMPORT`, `LOCALE_MISSING`. */
  code: string;
  /** A file or part of the plugin: `locales/en.json`, `manifest.ts`. */
  where: string;
  message: string;
  /** Change to make, or command to type. */
  fix: string;
}

/** All findings of a plugin that cannot be built, checked or installed. */
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

/** Formats an error for people; undefined for a defect of the command itself, which is shown with its stack. */
export function errorText(error: unknown): string | undefined {
  if (error instanceof Findings)
    return [error.message, '', ...error.findings.map((finding) => `${findingText(finding)}\n`)].join('\n').trimEnd();
  if (error instanceof Problem) return error.fix ? `${error.message}\n→ ${error.fix}` : error.message;
  return undefined;
}
