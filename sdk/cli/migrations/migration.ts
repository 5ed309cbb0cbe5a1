/** One step from an SDK version to the next, on a plugin's source. */
export interface SourceMigration {
  /** The SDK version that brought the change; runs for plugins last brought up to an earlier one. */
  to: string;
  /** `lazy-texts`; unique. */
  name: string;
  /** One sentence: what changes, and why. */
  why: string;
  /** Answers new text by path, of files that change; undefined removes nothing and is not answered. */
  run(files: SourceFiles): Promise<ReadonlyMap<string, string>>;
}

/** The plugin's source as it stands, by paths with forward slashes. */
export interface SourceFiles {
  /** Paths that match, sorted. */
  list(pattern: RegExp): readonly string[];
  read(path: string): Promise<string>;
}

export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Applies edits that do not overlap. */
export const edited = (text: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((all, { start, end, text: put }) => all.slice(0, start) + put + all.slice(end), text);
