import type { Routine } from '@balcao/sdk/server';
import { editorsOf } from './editors-of.ts';
import { noteEditor } from './note-editor.ts';

export const rowEditorRoutines: readonly Routine[] = [editorsOf, noteEditor];
