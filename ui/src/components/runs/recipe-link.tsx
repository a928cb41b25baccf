import { useApi } from '../../api/use-api.ts';
import { toHref } from '../../app/use-place.ts';

/** A link to a recipe by its title; its id until that is read, for one without a title, and for one that was deleted. */
export function RecipeLink({ id }: { readonly id: string }) {
  const recipes = useApi('GET /recipes', { query: { limit: 200 } });
  const title = recipes.data?.recipes.find((recipe) => recipe.id === id)?.title ?? '';
  return (
    <a className={title === '' ? 'mono' : undefined} href={toHref(`/recipes/${id}`)}>
      {title === '' ? id : title}
    </a>
  );
}
