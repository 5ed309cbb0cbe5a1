import { Dropdown, Option } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { levels } from '../contract.ts';

interface LevelSelectProps {
  value: string;
  /** Text of the choice for any level. */
  any?: string;
  onChange(value: string): void;
}

export function LevelSelect({ value, any, onChange }: LevelSelectProps) {
  const t = useT();
  const options = [
    ...(any === undefined ? [] : [{ level: '', text: any }]),
    ...levels.map((level) => ({ level, text: t(`level.${level}`) })),
  ];
  return (
    <Dropdown
      size="small"
      style={{ minWidth: 0, width: '100%' }}
      aria-label={t('manifest.title')}
      value={options.find(({ level }) => level === value)?.text ?? ''}
      selectedOptions={[value]}
      onOptionSelect={(_, { optionValue }) => onChange(optionValue ?? '')}
    >
      {options.map(({ level, text }) => (
        <Option key={level} value={level}>
          {text}
        </Option>
      ))}
    </Dropdown>
  );
}
