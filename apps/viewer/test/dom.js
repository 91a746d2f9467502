// JavaScript, so that the types beside it stand for those of the library, which do not compile here.
export { parseHTML } from 'linkedom'
