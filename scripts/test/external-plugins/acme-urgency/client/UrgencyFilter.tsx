import { useT } from '@balcao/sdk/client';
import { LevelSelect } from './LevelSelect.tsx';

/** Filters the list by one level of urgency. */
export default function UrgencyFilter({ value, onChange }: { value: string; onChange(value: string): void }) {
  const t = useT();
  return <LevelSelect value={value} any={t('any')} onChange={onChange} />;
}
