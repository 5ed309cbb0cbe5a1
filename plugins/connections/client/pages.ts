// The company’s own page and the super users’ view of other companies are one bundle, because they share their
// components.
export { default as CompanyAction } from './company/CompanyAction.tsx';
export { default as ConnectionsPage } from './ConnectionsPage.tsx';
