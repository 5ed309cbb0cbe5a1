import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { referencesIn, sourceFindings } from '../../sdk/cli/source-check.ts';
import { isTest, sourceFiles } from './source-files.ts';
import type { PluginManifest } from '@balcao/sdk/manifest';

const languages = ['pt', 'en', 'es'] as const;
/** Returns the file of texts of the kernel and of everything outside plugins. */
const sharedTexts = (root: string, language: string): string => path.join(root, 'web-host/locales', `${language}.json`);

const errorsOf = (file: string): ReadonlySet<string> =>
  new Set(Object.keys((JSON.parse(readFileSync(file, 'utf8')) as { errors?: object }).errors ?? {}));

/** Returns whether a file's messages are printed at start, which has its own texts for them. */
const isSaidAtStart = (file: string): boolean => file.startsWith('kernel/config/');
/** Node's own codes, which are handled where they are named. */
const ofNode = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_BUFFER_TOO_LARGE']);

/** Returns the codes of the kernel and the SDK without a text in the interface. */
function sharedFaults(root: string): string[] {
  const words = languages.map((language) => [language, errorsOf(sharedTexts(root, language))] as const);
  const reported = new Set<string>();
  return sourceFiles(root, ['kernel', 'sdk/server', 'sdk/shared', 'sdk/client', 'web-host'], ['.ts', '.tsx'])
    .filter((file) => !isTest(file) && !isSaidAtStart(file))
    .flatMap((file) => {
      const codes = referencesIn(file, readFileSync(path.join(root, file), 'utf8'), 'shell')?.codes ?? [];
      return codes.flatMap((code) => {
        const lacking = words.filter(([, known]) => !known.has(code)).map(([language]) => language);
        if (lacking.length === 0 || reported.has(code) || ofNode.has(code)) return [];
        reported.add(code);
        return [`${file}: people can meet ${code}, which has no text in ${lacking.join(', ')}`];
      });
    });
}

/** Runs the text checks of `balcao check` for every plugin of the repository. */
async function pluginFaults(root: string): Promise<string[]> {
  const folders = sourceFiles(root, ['plugins'], ['manifest.ts']).filter((file) =>
    /^plugins\/[^/]+\/manifest\.ts$/.test(file),
  );
  const found = await Promise.all(
    folders.map(async (file) => {
      const folder = path.join(root, path.dirname(file));
      const { default: manifest } = (await import(pathToFileURL(path.join(root, file)).href)) as {
        default: PluginManifest;
      };
      const findings = await sourceFindings({ root: folder, manifest }, sharedTexts(root, 'pt'));
      const own = findings.filter(({ message }) => ![...ofNode].some((code) => message.includes(code)));
      return own.map(({ where, message }) => `${path.dirname(file)}/${where}: ${message}`);
    }),
  );
  return found.flat();
}

/** Returns error codes without a text, and texts without a translation. */
export const textFaults = async (root: string): Promise<string[]> => [
  ...sharedFaults(root),
  ...(await pluginFaults(root)),
];
