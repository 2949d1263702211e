package kit;

import java.io.*;
import java.util.*;
import java.util.stream.*;
import javax.annotation.processing.*;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.*;
import javax.lang.model.type.*;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;

/**
 * Writes, as a bridge is compiled, the rest of a player of whom an engine asks more than the bridge answers: for a class `Seat`
 * the class `WholeSeat`. A question is answered by a public method of its name that takes some of what the engine says with it,
 * in the engine's order; one that `Seat` leaves out ends the run by `throw asking.lacks("its name")`.
 */
@SupportedAnnotationTypes("kit.Unasked.Rest")
public final class Unasked extends AbstractProcessor {
    /** A class that is to have such a rest; what the engine only tells its players, and does not ask, does nothing. */
    public @interface Rest {
        /** The names of what is told. */
        String[] told();
    }

    @Override public SourceVersion getSupportedSourceVersion() { return SourceVersion.latest(); }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        round.getElementsAnnotatedWith(Rest.class).forEach(each -> write((TypeElement) each));
        return true;
    }

    private void write(TypeElement type) {
        Set<String> told = Set.of(type.getAnnotation(Rest.class).told());
        String name = "Whole" + type.getSimpleName();
        String home = processingEnv.getElementUtils().getPackageOf(type).getQualifiedName().toString();
        List<String> lines = new ArrayList<>(List.of("package " + home + ";", "@SuppressWarnings(\"all\")",
                "final class " + name + " extends " + type.getSimpleName() + " {"));
        for (ExecutableElement each : ElementFilter.constructorsIn(type.getEnclosedElements())) {
            String given = IntStream.range(0, each.getParameters().size()).mapToObj(place -> "p" + place).collect(Collectors.joining(", "));
            lines.add(name + parameters(each) + " { super(" + given + "); }");
        }
        List<ExecutableElement> all = ElementFilter.methodsIn(processingEnv.getElementUtils().getAllMembers(type));
        List<ExecutableElement> answers = all.stream().filter(each -> answers(each, home)).toList();
        List<ExecutableElement> questions = all.stream().filter(each -> each.getModifiers().contains(Modifier.ABSTRACT)).toList();
        for (ExecutableElement each : questions) {
            String does = told.contains(each.getSimpleName().toString()) ? "" : does(each, answers);
            lines.add("public " + plain(each.getReturnType()) + " " + each.getSimpleName() + parameters(each) + " { " + does + " }");
        }
        answers.stream().filter(each -> questions.stream().allMatch(question -> taken(question, each) == null)).forEach(each ->
                processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, "the engine does not ask this", each));
        lines.add("}");
        try (Writer file = processingEnv.getFiler().createSourceFile(home + "." + name, type).openWriter()) {
            file.write(String.join("\n", lines));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Tells whether a method is the bridge's own, and answers a question by no more than its name. */
    private boolean answers(ExecutableElement method, String home) {
        boolean own = processingEnv.getElementUtils().getPackageOf(method).getQualifiedName().contentEquals(home);
        Set<Modifier> modifiers = method.getModifiers();
        boolean answers = modifiers.contains(Modifier.PUBLIC) && !modifiers.contains(Modifier.STATIC);
        return own && answers && method.getAnnotation(Override.class) == null;
    }

    /** Returns which of a question's parameters a method takes, if it answers that question; else null. */
    private List<String> taken(ExecutableElement question, ExecutableElement answer) {
        List<String> types = answer.getParameters().stream().map(each -> plain(each.asType())).toList();
        List<String> taken = new ArrayList<>();
        for (int place = 0; place < question.getParameters().size() && taken.size() < types.size(); place++) {
            String type = plain(question.getParameters().get(place).asType());
            if (type.equals(types.get(taken.size()))) taken.add("p" + place);
        }
        return question.getSimpleName().equals(answer.getSimpleName()) && taken.size() == types.size() ? taken : null;
    }

    /** Returns what is done where the engine asks: what the method does that answers with most of it, or else the run ends. */
    private String does(ExecutableElement question, List<ExecutableElement> answers) {
        String returns = question.getReturnType().getKind() == TypeKind.VOID ? "" : "return ";
        return answers.stream().map(each -> taken(question, each)).filter(Objects::nonNull)
                .max(Comparator.comparing(List::size))
                .map(taken -> returns + question.getSimpleName() + "(" + String.join(", ", taken) + ");")
                .orElse("throw asking.lacks(\"" + question.getSimpleName() + "\");");
    }

    private String parameters(ExecutableElement method) {
        return IntStream.range(0, method.getParameters().size())
                .mapToObj(place -> plain(method.getParameters().get(place).asType()) + " p" + place)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private String plain(TypeMirror type) {
        return processingEnv.getTypeUtils().erasure(type).toString();
    }
}
