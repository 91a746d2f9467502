// The template is a package that works: its own tests run here too. Those of the others run in made.commands.test.ts.
import '../template/environment/src/conformance.test.ts'
import '../template/environment/src/play.test.ts'
