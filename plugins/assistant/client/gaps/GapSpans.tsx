import { useT } from '@balcao/sdk/client';
import { Segment } from '@balcao/sdk/ui';
import type { GapSpan } from '../data.ts';

/** The span of the shown gaps. */
export function GapSpans({ value, onChange }: { value: GapSpan; onChange(span: GapSpan): void }) {
  const t = useT();
  return (
    <Segment
      label={t('gaps.span')}
      value={value}
      onChange={onChange}
      options={(['7', '30', 'settled'] as const).map((span) => ({ value: span, label: t(`gaps.span_${span}`) }))}
    />
  );
}
