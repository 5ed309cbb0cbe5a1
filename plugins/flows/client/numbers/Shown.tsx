import { useFormat, useSession, useT } from '@balcao/sdk/client';
import { useEditorState } from '../editor/context.ts';
import { datesOf } from './range.ts';
import { useShownVersion } from './shown-version.ts';

/** The version and the days that the numbers are of: 'v14, 12/11 a 19/11'. */
export function Shown({ flowId }: { flowId: number }) {
  const t = useT();
  const format = useFormat();
  const { company } = useSession();
  const span = useEditorState(({ numbersOf }) => numbersOf.span);
  const version = useShownVersion(flowId);
  const { from, to } = datesOf(span, company.timeZone);
  const day = (date: string) => format.date(`${date}T12:00:00Z`);
  return version
    ? t(from === to ? 'num.ofToday' : 'num.ofDays', { number: version.number, from: day(from), to: day(to) })
    : null;
}
