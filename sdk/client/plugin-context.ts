import { createContext, useContext } from 'react';

/** Whose part is being rendered. Set round every contributed component. */
export const PluginContext = createContext<string | undefined>(undefined);
export const usePluginId = (): string | undefined => useContext(PluginContext);
