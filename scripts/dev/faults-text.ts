import { styleText } from 'node:util';
import type { Fault } from '@balcao/kernel';

/** Faults as a developer reads them on a terminal: which plugin, code, cause and what to change. */
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
