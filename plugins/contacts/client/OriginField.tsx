import { Dropdown, Option } from '@fluentui/react-components';
import { useSession, useT } from '@balcao/sdk/client';
import { originName } from '../contract.ts';

/** Returns the company’s origins, with the chosen one even if it was removed from the list. */
export const originsOf = (setting: unknown, chosen: string): string[] => [
  ...new Set(
    [...String(setting ?? '').split(','), chosen].map((origin) => origin.trim()).filter((origin) => origin !== ''),
  ),
];

/** The field for a contact’s origin. */
export function OriginField({ value, onChange, ...names }: { value: string; onChange(origin: string): void }) {
  const t = useT();
  const { setting } = useSession();
  return (
    <Dropdown
      {...names}
      placeholder={t('field.noOrigin')}
      value={originName(value)}
      selectedOptions={[value]}
      onOptionSelect={(_, { optionValue = '' }) => onChange(optionValue)}
    >
      <Option value="" text={t('field.noOrigin')}>
        {t('field.noOrigin')}
      </Option>
      {originsOf(setting('originContact'), value).map((origin) => (
        <Option key={origin} value={origin} text={originName(origin)}>
          {originName(origin)}
        </Option>
      ))}
    </Dropdown>
  );
}
