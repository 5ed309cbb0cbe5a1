// The company's own page and what shows super users the same of others: one file, for they are made of the same parts.
export { default as CompanyAction } from './company/CompanyAction.tsx';
export { default as ConnectionsPage } from './ConnectionsPage.tsx';
