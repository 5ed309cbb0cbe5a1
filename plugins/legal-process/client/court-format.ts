import { formatsFor, useLanguage } from '@balcao/sdk/client';
import { courtZone } from '../court-zone.ts';

/** Formats the dates of steps as the court does, in the interface's language. */
export const useCourtFormat = (): ReturnType<typeof formatsFor> => formatsFor(useLanguage(), courtZone);
