import { Dropdown, Input, Option, Textarea, makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { EditDialog, FormRow, type Listed } from '@balcao/sdk/ui';
import type { Prompt, PromptType } from '../contract.ts';
import { placeholdersOf } from '../placeholders.ts';

const useStyles = makeStyles({
  placeholders: {
    margin: '-8px 0 0',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
});

const types: readonly PromptType[] = [1, 2, 3];
const blank: { title: string; type: PromptType | undefined; description: string } = {
  title: '',
  type: undefined,
  description: '',
};

interface PromptDialogProps {
  /** Absent for a new prompt. */
  prompt: Prompt | undefined;
  list: Listed<Prompt>;
  onClose(): void;
}

/** The form of a prompt: title, type and text. */
export function PromptDialog({ prompt, list, onClose }: PromptDialogProps) {
  const t = useT();
  const styles = useStyles();
  const filledIn = (text: string): string => placeholdersOf(text).join(', ');
  return (
    <EditDialog
      list={list}
      row={prompt}
      blank={blank}
      title={t(prompt ? 'form.edit' : 'form.add')}
      saved={t('form.saved')}
      failed={t('form.failed')}
      width={600}
      onClose={onClose}
    >
      {({ title, type, description }, change) => (
        <>
          <FormRow label={t('field.title')} name="title" required>
            <Input autoFocus autoComplete="off" value={title} onChange={(_, { value }) => change({ title: value })} />
          </FormRow>
          <FormRow label={t('field.type')} name="type" required>
            <Dropdown
              placeholder={t('form.choose')}
              value={type === undefined ? '' : t(`type.${type}`)}
              selectedOptions={type === undefined ? [] : [String(type)]}
              onOptionSelect={(_, { optionValue }) =>
                change({ type: types.find((one) => String(one) === optionValue) })
              }
            >
              {types.map((one) => (
                <Option key={one} value={String(one)}>
                  {t(`type.${one}`)}
                </Option>
              ))}
            </Dropdown>
          </FormRow>
          <FormRow label={t('field.description')} name="description" help={t('form.descriptionHelp')} required>
            <Textarea
              rows={8}
              resize="vertical"
              value={description}
              onChange={(_, { value }) => change({ description: value })}
            />
          </FormRow>
          {filledIn(description) !== '' && (
            <p className={styles.placeholders} role="status">
              {t('form.placeholders', { names: filledIn(description) })}
            </p>
          )}
        </>
      )}
    </EditDialog>
  );
}
