import { useT } from '@balcao/sdk/client';

interface PromptFieldProps {
  connection: { promptId: number | null } | undefined;
  values: Readonly<Record<string, unknown>>;
  setValue(field: string, value: unknown): void;
}

export default function PromptField({ connection, values, setValue }: PromptFieldProps) {
  const t = useT();
  const chosen = 'promptId' in values ? values['promptId'] : connection?.promptId;
  return (
    <label>
      {t('prompt')}
      <select
        value={String(chosen ?? '')}
        onChange={({ target }) => setValue('promptId', target.value === '' ? null : Number(target.value))}
      >
        <option value="">–</option>
        <option value="4">{t('archivist')}</option>
      </select>
    </label>
  );
}
