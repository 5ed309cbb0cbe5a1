import type { Routine } from '@balcao/sdk/server';
import { editorsOf } from './editors-of.ts';
import { recordEditor } from './record-editor.ts';

export const rowEditorRoutines: readonly Routine[] = [editorsOf, recordEditor];
