import { Segment } from '@balcao/sdk/ui';

export interface NumberSegmentProps {
  label: string;
  options: readonly number[];
  value: number;
  onChange(value: number): void;
}

/** A choice of one of a few numbers. A stored value beside them is offered too. */
export function NumberSegment({ label, options, value, onChange }: NumberSegmentProps) {
  const offered = options.includes(value) ? options : [...options, value].toSorted((one, other) => one - other);
  return (
    <Segment
      label={label}
      value={String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
      options={offered.map((one) => ({ value: String(one), label: String(one) }))}
    />
  );
}
