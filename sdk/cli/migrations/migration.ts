/** One step from an SDK version to the next, on a plugin's source. */
export interface SourceMigration {
  /** The SDK version with the change; runs for plugins last migrated to an earlier one. */
  to: string;
  /** A unique name: `lazy-texts`. */
  name: string;
  /** One sentence: the change and its reason. */
  why: string;
  /** Returns the new text of changed files, by path. It cannot remove files. */
  run(files: SourceFiles): Promise<ReadonlyMap<string, string>>;
}

/** The plugin's present source, by paths with forward slashes. */
export interface SourceFiles {
  /** Returns the matching paths, sorted. */
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
