import type { ComponentPropsWithRef } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useLanguage, useT } from '@balcao/sdk/client';

const useStyles = makeStyles({
  quiet: {
    minWidth: 0,
    paddingInline: '8px',
    fontWeight: tokens.fontWeightRegular,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
});

/** Style of the buttons under the form. */
export const useQuiet = (): string => useStyles().quiet;

/** Shows the language of the page and opens the choice of others. */
export function LanguageButton(props: Omit<ComponentPropsWithRef<'button'>, 'className' | 'children'>) {
  const t = useT('shell');
  const language = useLanguage();
  return (
    <Button
      aria-haspopup="menu"
      {...props}
      appearance="subtle"
      className={useQuiet()}
      aria-label={`${t('account.language')}: ${t(`language.${language}`)}`}
    >
      {t(`language.${language}`)}
    </Button>
  );
}
