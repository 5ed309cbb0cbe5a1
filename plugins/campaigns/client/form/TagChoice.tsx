import {
  Tag,
  TagPicker,
  TagPickerControl,
  TagPickerGroup,
  TagPickerInput,
  TagPickerList,
  TagPickerOption,
} from '@fluentui/react-components';
import { useState } from 'react';

export interface TagChoiceProps {
  label: string;
  placeholder: string;
  options: readonly { value: string; text: string; color?: string }[];
  chosen: readonly string[];
  onChange(chosen: string[]): void;
}

const normal = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const maxShown = 40;

/** A choice of several, found by typing. */
export function TagChoice({ label, placeholder, options, chosen, onChange }: TagChoiceProps) {
  const [typed, setTyped] = useState('');
  const textOf = (value: string): string => options.find((option) => option.value === value)?.text ?? value;
  const offered = options
    .filter(({ value, text }) => !chosen.includes(value) && normal(text).includes(normal(typed)))
    .slice(0, maxShown);
  return (
    <TagPicker
      selectedOptions={[...chosen]}
      onOptionSelect={(_, data) => {
        onChange(data.selectedOptions);
        setTyped('');
      }}
    >
      <TagPickerControl>
        <TagPickerGroup aria-label={label}>
          {chosen.map((value) => (
            <Tag key={value} value={value} size="small" shape="rounded">
              {textOf(value)}
            </Tag>
          ))}
        </TagPickerGroup>
        <TagPickerInput
          aria-label={label}
          placeholder={chosen.length === 0 ? placeholder : ''}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </TagPickerControl>
      <TagPickerList>
        {offered.map(({ value, text }) => (
          <TagPickerOption key={value} value={value} text={text}>
            {text}
          </TagPickerOption>
        ))}
      </TagPickerList>
    </TagPicker>
  );
}
