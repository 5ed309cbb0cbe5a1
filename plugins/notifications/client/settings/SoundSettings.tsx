import { useRef, useState } from 'react';
import { Radio, RadioGroup, Slider, Switch } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { FormGroup, FormRow } from '@balcao/sdk/ui';
import { play, soundNames, type SoundName } from '../notices/sounds.ts';
import type { SettingsPartProps } from './settings-part.ts';

/** Milliseconds without movement after which a slider's value is saved. */
const rest = 350;

/** Sound on or off, which one, and its volume. Each choice is played at once. */
export function SoundSettings({ chosen, onChoose }: SettingsPartProps) {
  const t = useT();
  const { sounds, sound } = chosen;
  const [moving, setMoving] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const volume = moving ?? chosen.volume;
  const slide = (to: number): void => {
    setMoving(to);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setMoving(undefined);
      onChoose({ volume: to });
      void play(sound, to);
    }, rest);
  };
  return (
    <FormGroup title={t('sound.title')}>
      <FormRow end label={t('sound.on')} help={t('sound.onHelp')}>
        <Switch checked={sounds} onChange={(_, data) => onChoose({ sounds: data.checked })} />
      </FormRow>
      {sounds && (
        <FormRow label={t('sound.which')}>
          <RadioGroup
            layout="horizontal"
            value={sound}
            onChange={(_, data) => {
              const name = data.value as SoundName;
              onChoose({ sound: name });
              void play(name, volume);
            }}
          >
            {soundNames.map((name) => (
              <Radio key={name} value={name} label={t(`sound.${name}`)} />
            ))}
          </RadioGroup>
        </FormRow>
      )}
      {sounds && (
        <FormRow label={t('sound.volume')}>
          <Slider
            min={0}
            max={100}
            step={5}
            value={volume}
            aria-valuetext={t('sound.percent', { value: volume })}
            onChange={(_, data) => slide(data.value)}
          />
        </FormRow>
      )}
    </FormGroup>
  );
}
