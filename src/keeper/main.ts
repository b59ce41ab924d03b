/** Entry of the keeper process (`dist/keeper.js`). */
import { serve } from './server';

serve();
