import { useEffect, useMemo, type ReactNode } from 'react';
import { FluentProvider, RendererProvider, makeStyles, tokens } from '@fluentui/react-components';
import { useTheme, useViewport } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import { dark } from './dark.ts';
import { useEscapePastTooltips } from './escape-past-tooltips.ts';
import { usePageStyles } from './page-styles.ts';
import { light } from './light.ts';
import { createStyleRenderer } from './style-renderer.ts';
import { touchType } from './type.ts';

const useStyles = makeStyles({
  root: {
    minHeight: '100dvh',
    backgroundColor: ext.chrome,
    color: tokens.colorNeutralForeground1,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
});

function Root({ children }: { children: ReactNode }) {
  usePageStyles();
  useEscapePastTooltips();
  const styles = useStyles();
  // Size and background are on this element: every portal copies the provider's class and would cover the page.
  return <div className={styles.root}>{children}</div>;
}

/** Theme, style renderer and page-wide styles. Everything that is drawn is inside it. */
export function ThemeRoot({ children }: { children: ReactNode }) {
  const { dark: isDark } = useTheme();
  const { touch } = useViewport();
  const renderer = useMemo(createStyleRenderer, []);
  const theme = useMemo(() => ({ ...(isDark ? dark : light), ...(touch ? touchType : {}) }), [isDark, touch]);

  useEffect(() => {
    const page = document.documentElement;
    page.style.colorScheme = isDark ? 'dark' : 'light';
    page.dataset['theme'] = page.style.colorScheme;
    document.body.style.backgroundColor = theme.chrome;
    let meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
    if (!meta) {
      meta = document.createElement('meta');
      meta.name = 'theme-color';
      document.head.append(meta);
    }
    meta.content = theme.chrome;
  }, [isDark, theme.chrome]);

  return (
    <RendererProvider renderer={renderer} targetDocument={document}>
      <FluentProvider theme={theme}>
        <Root>{children}</Root>
      </FluentProvider>
    </RendererProvider>
  );
}
