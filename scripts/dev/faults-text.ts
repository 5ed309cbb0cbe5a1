import { styleText } from 'node:util';
import type { Fault } from '@balcao/kernel';

/** Formats faults for a terminal: plugin, code, cause and fix. */
export const faultsText = (faults: readonly Fault[]): string =>
  faults
    .map(({ code, plugin, message, fix }) =>
      [
        `${styleText('red', '✗')} ${plugin} não está rodando: ${styleText('bold', code)}`,
        `  ${message}`,
        `  ${styleText('green', '→')} ${fix}`,
      ].join('\n'),
    )
    .join('\n');
